import Link from "next/link";
import { useTranslations } from "next-intl";

/** Neither events nor the service know the id: that is said, and the list offered. */
export function NotFoundView() {
  const t = useTranslations("verification.notFound");
  return (
    <div className="mx-auto max-w-prose space-y-3 py-16 text-center">
      <h1 className="font-semibold text-lg">{t("title")}</h1>
      <p className="text-muted-foreground text-sm">{t("body")}</p>
      <p>
        <Link href="/verifications" className="font-medium text-primary text-sm underline underline-offset-4">
          {t("list")}
        </Link>
      </p>
    </div>
  );
}
