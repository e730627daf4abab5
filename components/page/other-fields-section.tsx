"use client";

import { useTranslations } from "next-intl";
import type { OtherFields } from "#lib/contract/verifications/verification.ts";
import { cn } from "@/components/ui/cn";
import { EmptySection, Section } from "./section.tsx";

type Props = {
  fields: OtherFields;
  wasRead: boolean;
  /** False after the retention has deleted the answer. */
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
  const { text, children, hidden, kind } = node;
  const empty = text === "" || (text === null && children.length === 0 && hidden === 0);
  return (
    <>
      {empty && <span className="text-muted-foreground text-xs italic">{t("emptyValue")}</span>}
      {text !== null && (
        <span
          className={cn(
            "wrap-anywhere whitespace-pre-wrap font-mono text-xs leading-5",
            kind === "null" && "text-muted-foreground italic",
          )}
        >
          {text}
        </span>
      )}
      {children.length > 0 && <Tree nodes={children} />}
      {hidden > 0 && (
        <span className="text-muted-foreground text-xs"> {t(text === null ? "hidden" : "cut", { count: hidden })}</span>
      )}
    </>
  );
}

/** A branch of the other fields in its form for display: nothing is dropped silently, cuts are marked. */
export type FieldNode = {
  name: string;
  /** Null for an object or a list. */
  text: string | null;
  kind: "text" | "number" | "boolean" | "null" | "object" | "list";
  children: FieldNode[];
  /** How many entries or characters are not shown. */
  hidden: number;
};

const MAX_DEPTH = 8;
const MAX_CHILDREN = 100;
const MAX_TEXT = 2_000;
/** An answer may hold two megabytes; a page may not. */
const MAX_NODES = 1_000;

type Branch = { children: FieldNode[]; hidden: number };
type Budget = { left: number };

/** The fields as a tree of at most a thousand nodes; `hidden` counts the fields of the first level that are left out. */
export function fieldTree(fields: Record<string, unknown>): Branch {
  return branch(Object.entries(fields), 0, { left: MAX_NODES });
}

function branch(entries: [string, unknown][], depth: number, budget: Budget): Branch {
  const shown = depth >= MAX_DEPTH ? [] : entries.slice(0, Math.min(MAX_CHILDREN, budget.left));
  budget.left -= shown.length;
  return {
    children: shown.map(([name, value]) => fieldNode(name, value, depth + 1, budget)),
    hidden: entries.length - shown.length,
  };
}

function fieldNode(name: string, value: unknown, depth: number, budget: Budget): FieldNode {
  if (value === null || value === undefined) return leaf(name, "null", "null");
  if (typeof value === "object") {
    const isList = Array.isArray(value);
    const entries: [string, unknown][] = isList
      ? value.map((entry, index) => [String(index + 1), entry])
      : Object.entries(value);
    return { name, text: null, kind: isList ? "list" : "object", ...branch(entries, depth, budget) };
  }
  if (typeof value === "string") {
    return { ...leaf(name, value.slice(0, MAX_TEXT), "text"), hidden: Math.max(0, value.length - MAX_TEXT) };
  }
  return leaf(name, String(value), typeof value === "boolean" ? "boolean" : "number");
}

const leaf = (name: string, text: string, kind: FieldNode["kind"]): FieldNode => ({
  name,
  text,
  kind,
  children: [],
  hidden: 0,
});
