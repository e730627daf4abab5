import { Unlink } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Message } from "#components/kit/message.tsx";
import { buttonVariants } from "@/components/ui/button";

export default function NotFound() {
  const t = useTranslations("shell.notFound");
  return (
    <Message icon={<Unlink aria-hidden />} title={t("title")}>
      <p className="text-muted-foreground">{t("body")}</p>
      <Link className={buttonVariants()} href="/verifications">
        {t("list")}
      </Link>
    </Message>
  );
}
