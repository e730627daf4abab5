import { useQuery } from "@tanstack/react-query";
import { CalendarPlus, Download, ListPlus } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { useCurrentUser } from "#components/kit/current-user.tsx";
import { Hint } from "#components/kit/hint.tsx";
import { IconButton } from "#components/kit/icon-button.tsx";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import { viewsOptions } from "#lib/desk/browser/views.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";
import { Button } from "@/components/ui/button";

const loadImport = () => import("./import-dialog.tsx");

/** Loaded on first use. Separate from the buttons, since one of them disappears when rows arrive. */
export const ImportDialog = lazy(() => loadImport().then((code) => ({ default: code.ImportDialog })));

type ImportProps = { onOpen: () => void; iconOnly?: boolean };

/** A link to the import of dates, where the policy has rules about dates. */
function ImportDatesLink() {
  const t = useTranslations("verifications.import");
  const user = useCurrentUser();
  const { data } = useQuery(viewsOptions());
  if (!data?.dated || !user.may("statements.write")) return null;
  return (
    <IconButton asChild label={t("dates")} variant="outline">
      <Link href="/imports/statements" prefetch={false}>
        <CalendarPlus aria-hidden />
      </Link>
    </IconButton>
  );
}

export function ImportButton({ onOpen, iconOnly = false }: ImportProps) {
  const t = useTranslations("verifications.import");
  return (
    <>
      {iconOnly && <ImportDatesLink />}
      <Hint text={iconOnly ? t("open") : undefined}>
        <Button
          variant="outline"
          size={iconOnly ? "icon" : "default"}
          aria-label={iconOnly ? t("open") : undefined}
          aria-haspopup="dialog"
          onPointerEnter={() => void loadImport()}
          onFocus={() => void loadImport()}
          onClick={onOpen}
        >
          <ListPlus aria-hidden />
          {!iconOnly && <span>{t("open")}</span>}
        </Button>
      </Hint>
    </>
  );
}

const loadExport = () => import("./export-dialog.tsx");

const ExportDialog = lazy(() => loadExport().then((code) => ({ default: code.ExportDialog })));

type ExportProps = { filter: VerificationFilter; total: ListCount | undefined };

export function ExportButton({ filter, total }: ExportProps) {
  const t = useTranslations("verifications");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t("export")}
        variant="outline"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadExport()}
        onFocus={() => void loadExport()}
        onClick={() => setOpen(true)}
      >
        <Download aria-hidden />
      </IconButton>
      <Suspense>
        {open && <ExportDialog filter={filter} total={total} onClosed={() => flushSync(() => setOpen(false))} />}
      </Suspense>
    </>
  );
}
