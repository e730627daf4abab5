"use client";

import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { auditExportPath } from "#lib/browser/audit.ts";
import type { AuditFilter } from "#lib/contract/audit/audit-filter.ts";

/** What is shown, and all that follows it, as a file. */
export function ExportLink({ filter }: { filter: AuditFilter }) {
  const t = useTranslations("audit");
  return (
    <Button asChild variant="outline" size="sm">
      <a href={auditExportPath(filter)} download>
        <Download aria-hidden />
        {t("export")}
      </a>
    </Button>
  );
}
