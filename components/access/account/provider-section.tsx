import { useTranslations } from "next-intl";
import { useSecretChange } from "#components/core/secrets/secret-change.tsx";
import { Failure } from "#components/kit/message.tsx";
import { Section } from "#components/kit/section.tsx";
import { ExactInstant } from "#components/kit/time.tsx";
import { useErrorWords } from "#components/kit/words.tsx";
import { accountKeys } from "#lib/access/browser/users.ts";
import type { SignInProblem } from "#lib/access/contract/provider-claims.ts";
import type { Account } from "#lib/access/contract/user.ts";
import { api } from "#lib/platform/browser/api.ts";
import { Button } from "@/components/ui/button";

type Props = Pick<Account, "provider" | "ways"> & {
  /** The reason why linking failed. */
  problem: SignInProblem | null;
};

/** Links the account to the identity provider, or removes the link; empty without a provider. */
export function ProviderSection({ provider, ways, problem }: Props) {
  const t = useTranslations("account.provider");
  const problems = useTranslations("access.provider.problem");
  const words = useErrorWords("account.provider.problem");
  const link = useSecretChange(() => api("POST /api/account/provider"), {
    to: () => t("confirmTo.link"),
    // The provider's sign-in address. After the sign-in there, the account is linked.
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const unlink = useSecretChange(() => api("DELETE /api/account/provider"), {
    to: () => t("confirmTo.unlink"),
    changes: [accountKeys.all],
  });
  if (!provider) return null;
  const { linked_at, kept_email } = provider;
  const error = link.error ?? unlink.error;
  const says = error ? words(error) : problem && !linked_at ? problems(problem) : null;
  return (
    <Section id="provider" title={t("title")}>
      <div className="space-y-4 text-sm">
        <p className="max-w-prose text-muted-foreground">
          {linked_at ? <span>{t.rich("on", { at: () => <ExactInstant at={linked_at} /> })}</span> : t("off")}
        </p>
        {kept_email && <p className="max-w-prose text-muted-foreground">{t(`kept.${kept_email}`)}</p>}
        <Failure says={says} />
        {!linked_at && (
          <Button variant="outline" aria-disabled={link.isPending} onClick={() => link.run(undefined)}>
            {t("link")}
          </Button>
        )}
        {linked_at && ways.includes("password") && (
          <Button variant="outline" aria-disabled={unlink.isPending} onClick={() => unlink.run(undefined)}>
            {t("unlink")}
          </Button>
        )}
      </div>
      {link.stepUp}
      {unlink.stepUp}
    </Section>
  );
}
