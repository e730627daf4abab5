import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/page/code-block.tsx";
import { Section } from "#components/page/section.tsx";

const LIMITS = ["left", "tail", "restore", "deleted"] as const;

/** What a head proves, what it does not, and the commands that check it. */
export function CheckSection() {
  const t = useTranslations("evidence");
  return (
    <>
      <Section id="proof" title={t("proof.title")}>
        <ul className="max-w-prose list-disc space-y-2 pl-5 text-sm">
          {LIMITS.map((limit) => (
            <li key={limit}>{t(`proof.${limit}`)}</li>
          ))}
        </ul>
      </Section>
      <Section id="check" title={t("check.title")}>
        <div className="space-y-4 text-sm">
          <p className="max-w-prose text-muted-foreground">{t("check.lede")}</p>
          <div className="space-y-1.5">
            <p>{t("check.newest")}</p>
            <CodeBlock label={t("check.newest")} className="">
              npm run evidence -- check
            </CodeBlock>
          </div>
          <div className="space-y-1.5">
            <p>{t("check.earlier")}</p>
            <CodeBlock label={t("check.earlier")} className="">
              npm run evidence -- check --head evidence-head.json
            </CodeBlock>
          </div>
          <div className="space-y-1.5">
            <p>{t("check.paper")}</p>
            <CodeBlock label={t("check.paper")} className="">
              {'{ "size": 1204, "root": "…" }'}
            </CodeBlock>
          </div>
          <p className="max-w-prose text-muted-foreground">{t("check.result")}</p>
        </div>
      </Section>
    </>
  );
}
