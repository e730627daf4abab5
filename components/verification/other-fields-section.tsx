"use client";

import { useTranslations } from "next-intl";
import { cn } from "#components/ui/cn.ts";
import type { OtherFields } from "#lib/contract/verifications/verification.ts";
import { EmptySection, Section } from "./section.tsx";
import { type FieldNode, fieldTree } from "./view/field-tree.ts";

type Props = {
  fields: OtherFields;
  wasRead: boolean;
  /** False where the answer that had them is kept no longer. */
  kept?: boolean;
};

/** What the service answered beyond the interface, as a readable tree. */
export function OtherFieldsSection({ fields, wasRead, kept = true }: Props) {
  const t = useTranslations("verification.otherFields");
  const { children, hidden } = fieldTree(fields);
  const count = children.length + hidden;
  return (
    <Section id="other-fields" title={t("title")} {...(count > 0 ? { count } : {})}>
      {count === 0 && <EmptySection>{t(kept ? (wasRead ? "empty" : "neverRead") : "gone")}</EmptySection>}
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
