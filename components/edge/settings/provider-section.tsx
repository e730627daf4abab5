"use client";

import { useTranslations } from "next-intl";
import { CodeBlock } from "#components/kit/code-block.tsx";
import { CopyButton } from "#components/kit/copy.tsx";
import { Section } from "#components/kit/section.tsx";

const VARIABLES = `OIDC_ISSUER=https://login.example.mx
OIDC_CLIENT_ID=cotejo
OIDC_CLIENT_SECRET=…`;

/** How an installation without a provider of sign-ins gets one. `redirect` is the address to register there. */
export function ProviderSection({ redirect }: { redirect: string }) {
  const t = useTranslations("settings.signIn.provider");
  return (
    <Section id="provider" title={t("title")}>
      <ol className="list-decimal space-y-4 pl-5 text-sm marker:text-muted-foreground">
        <li className="space-y-1.5 pl-1">
          <p>{t("register")}</p>
          <CodeBlock label={t("redirect")} className="">
            {redirect}
          </CodeBlock>
          <CopyButton size="xs" text={() => redirect}>
            {t("copy")}
          </CopyButton>
        </li>
        <li className="space-y-1.5 pl-1">
          <p>{t("set")}</p>
          <CodeBlock label={t("variables")} className="">
            {VARIABLES}
          </CodeBlock>
        </li>
        <li className="pl-1">{t("then")}</li>
      </ol>
      <p className="mt-4 max-w-prose text-muted-foreground text-xs">{t("more")}</p>
    </Section>
  );
}
