import { LogIn } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { onSessionNews } from "#lib/platform/browser/signed-out.ts";
import { Button, buttonVariants } from "@/components/ui/button";

/** A link to the provider's sign-in; `next` is the page after the sign-in. */
export function ProviderLink({ next }: { next: string | null }) {
  const t = useTranslations("access.provider");
  const query = next === null ? "" : `?next=${encodeURIComponent(next)}`;
  return (
    // A page load: the answer is a redirect to another site.
    <a href={`/api/session/oidc${query}`} className={buttonVariants({ variant: "outline", className: "w-full" })}>
      <LogIn aria-hidden />
      {t("signIn")}
    </a>
  );
}

type WindowProps = { purpose: "signIn" | "stepUp"; onSignedIn?: () => void };

const ADDRESSES = { signIn: "/api/session/oidc?window=1", stepUp: "/api/session/oidc/step-up" };

/** Opens the provider's sign-in in a new window. The page stays open and is notified of the sign-in. */
export function ProviderWindow({ purpose, onSignedIn }: WindowProps) {
  const t = useTranslations("access.provider");
  const notify = useEffectEvent(() => onSignedIn?.());
  useEffect(() => onSessionNews((news) => news === "signed-in" && notify()), []);
  return (
    <Button
      type="button"
      variant="outline"
      className="w-full"
      onClick={() => window.open(ADDRESSES[purpose], "_blank", "popup,width=520,height=720")}
    >
      <LogIn aria-hidden />
      <span>{t(purpose)}</span>
    </Button>
  );
}
