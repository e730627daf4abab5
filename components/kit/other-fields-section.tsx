import { useTranslations } from "next-intl";
import type { OtherFields } from "#lib/core/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";
import { EmptySection, Section } from "./section.tsx";

type Props = {
  fields: OtherFields;
  wasRead: boolean;
  /** False after the retention has deleted the answer of the service. */
  kept?: boolean;
  tooLarge?: boolean;
};

/** The fields of the service's answer beyond the interface, as a readable tree. */
export function OtherFieldsSection({ fields, wasRead, kept = true, tooLarge = false }: Props) {
  const t = useTranslations("verification.otherFields");
  const { children, hidden } = fieldTree(fields);
  const count = children.length + hidden;
  return (
    <Section id="other-fields" title={t("title")} count={count || undefined}>
      {count === 0 && (
        <EmptySection>{t(tooLarge ? "tooLarge" : kept ? (wasRead ? "empty" : "neverRead") : "gone")}</EmptySection>
      )}
      {count > 0 && <Tree nodes={children} />}
      {hidden > 0 && <p className="mt-2 text-muted-foreground text-xs">{t("hidden", { count: hidden })}</p>}
    </Section>
  );
}

function Tree({ nodes }: { nodes: FieldNode[] }) {
  return (
    <dl className="space-y-1 text-sm">
      {nodes.map((node) => (
        <div key={node.name} className={node.text === null ? "" : "flex flex-wrap gap-x-3"}>
          <dt className="wrap-anywhere font-mono text-muted-foreground text-xs leading-5">{node.name}</dt>
          <dd className={node.text === null ? "mt-1 border-border border-l pl-3" : "min-w-0"}>
            <Value node={node} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ node }: { node: FieldNode }) {
  const t = useTranslations("verification.otherFields");
  const { text, children, hidden, isNull } = node;
  const empty = text === "" || (text === null && children.length === 0 && hidden === 0);
  return (
    <>
      {empty && <span className="text-muted-foreground text-xs italic">{t("emptyValue")}</span>}
      {text !== null && (
        <span
          className={cn(
            "wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5",
            isNull && "text-muted-foreground italic",
          )}
        >
          {text}
        </span>
      )}
      {children.length > 0 && <Tree nodes={children} />}
      {hidden > 0 && (
        <span className="text-muted-foreground text-xs">{` ${t(text === null ? "hidden" : "cut", { count: hidden })}`}</span>
      )}
    </>
  );
}

/** A node of the other fields for display: cut content is counted. */
export type FieldNode = {
  name: string;
  /** Null for an object or a list. */
  text: string | null;
  /** True if the text `null` means no value. */
  isNull: boolean;
  children: FieldNode[];
  /** Number of entries or characters that are cut. */
  hidden: number;
};

const MAX_DEPTH = 8;
const MAX_CHILDREN = 100;
const MAX_TEXT = 2_000;
/** An answer may have two megabytes: the page is limited. */
const MAX_NODES = 1_000;

type FieldBranch = { children: FieldNode[]; hidden: number };
type NodeBudget = { left: number };

/** The fields as a tree of at most `MAX_NODES` nodes; `hidden` is the number of cut fields of the first level. */
export function fieldTree(fields: Record<string, unknown>): FieldBranch {
  return branch(Object.entries(fields), 0, { left: MAX_NODES });
}

function branch(entries: [string, unknown][], depth: number, budget: NodeBudget): FieldBranch {
  const shown = depth >= MAX_DEPTH ? [] : entries.slice(0, Math.min(MAX_CHILDREN, budget.left));
  budget.left -= shown.length;
  return {
    children: shown.map(([name, value]) => fieldNode(name, value, depth + 1, budget)),
    hidden: entries.length - shown.length,
  };
}

function fieldNode(name: string, value: unknown, depth: number, budget: NodeBudget): FieldNode {
  if (typeof value === "object" && value !== null) {
    const entries: [string, unknown][] = Array.isArray(value)
      ? value.map((entry, index) => [String(index + 1), entry])
      : Object.entries(value);
    return { name, text: null, isNull: false, ...branch(entries, depth, budget) };
  }
  const text = String(value ?? null);
  const hidden = Math.max(0, text.length - MAX_TEXT);
  return { name, text: text.slice(0, MAX_TEXT), isNull: (value ?? null) === null, children: [], hidden };
}
