import { FileQuestionMark } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

/** Neither events nor the service know the id: that is said, and the list offered. Nothing is invented. */
export function NotFoundView({ verificationId }: { verificationId?: string }) {
  const t = useTranslations("verification.notFound");
  return (
    <div className="mx-auto max-w-prose space-y-3 py-16 text-center">
      <FileQuestionMark aria-hidden className="mx-auto size-8 text-muted-foreground" />
      <h1 className="font-semibold text-lg">{t("title")}</h1>
      {verificationId !== undefined && <p className="wrap-anywhere font-mono text-xs">{verificationId}</p>}
      <p className="text-muted-foreground text-sm">{t(verificationId === undefined ? "malformed" : "body")}</p>
      <p>
        <Button asChild variant="outline">
          <Link href="/verifications">{t("list")}</Link>
        </Button>
      </p>
    </div>
  );
}
