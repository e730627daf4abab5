import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/kit/code-block.tsx";
import { Section } from "#components/kit/section.tsx";

const LIMITS = ["left", "tail", "restore", "deleted"] as const;

const COMMANDS = [
  ["newest", "npm run evidence -- check"],
  ["earlier", "npm run evidence -- check --head evidence-head.json"],
  ["paper", '{ "size": 1204, "root": "…" }'],
] as const;

/** The limits of a head's proof, and the commands that check the log. */
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
          {COMMANDS.map(([name, text]) => (
            <div key={name} className="space-y-1.5">
              <p>{t(`check.${name}`)}</p>
              <CodeBlock label={t(`check.${name}`)} className="">
                {text}
              </CodeBlock>
            </div>
          ))}
          <p className="max-w-prose text-muted-foreground">{t("check.result")}</p>
        </div>
      </Section>
    </>
  );
}
