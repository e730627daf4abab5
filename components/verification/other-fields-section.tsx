"use client";

import { useTranslations } from "next-intl";
import type { OtherFields } from "#lib/contract/verification.ts";
import { EmptySection, Section } from "./section.tsx";
import { type FieldNode, fieldTree } from "./view/field-tree.ts";

/** What the service answered beyond the interface, as a readable tree. */
export function OtherFieldsSection({ fields }: { fields: OtherFields }) {
  const t = useTranslations("verification.otherFields");
  const nodes = fieldTree(fields);
  return (
    <Section id="other-fields" title={t("title")} count={nodes.length}>
      {nodes.length === 0 ? <EmptySection>{t("empty")}</EmptySection> : <Tree nodes={nodes} />}
    </Section>
  );
}

function Tree({ nodes }: { nodes: FieldNode[] }) {
  const t = useTranslations("verification.otherFields");
  return (
    <dl className="space-y-1 text-sm">
      {nodes.map((node) => (
        <div key={node.name} className={node.text === null ? "" : "flex flex-wrap gap-x-3"}>
          <dt className="font-mono text-muted-foreground text-xs leading-5">{node.name}</dt>
          <dd
            className={
              node.text === null
                ? "mt-1 border-border border-l pl-3"
                : "min-w-0 break-words font-mono text-xs leading-5"
            }
          >
            {node.text === null ? node.children.length > 0 ? <Tree nodes={node.children} /> : "—" : node.text}
            {node.hidden > 0 && (
              <span className="text-muted-foreground text-xs"> {t("hidden", { count: node.hidden })}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
