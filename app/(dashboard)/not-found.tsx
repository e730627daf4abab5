import Link from "next/link";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";

export default function NotFound() {
  const t = useTranslations("shell.notFound");
  return (
    <div className="mx-auto max-w-prose space-y-3 py-16 text-center">
      <h1 className="font-semibold text-lg">{t("title")}</h1>
      <p className="text-muted-foreground text-sm">{t("body")}</p>
      <Button asChild>
        <Link href="/verifications">{t("list")}</Link>
      </Button>
    </div>
  );
}
