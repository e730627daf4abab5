import { Download } from "lucide-react";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "#components/kit/icon-button.tsx";
import type { VerificationFilter } from "#lib/core/contract/verifications/verification-filter.ts";
import type { ListCount } from "#lib/platform/contract/pages.ts";

const loadDialog = () => import("./export-dialog.tsx");

const ExportDialog = lazy(() => loadDialog().then((code) => ({ default: code.ExportDialog })));

type Props = { filter: VerificationFilter; total: ListCount | undefined };

export function ExportButton({ filter, total }: Props) {
  const t = useTranslations("verifications");
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t("export")}
        variant="outline"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadDialog()}
        onFocus={() => void loadDialog()}
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
