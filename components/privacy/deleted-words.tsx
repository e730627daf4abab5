import { useFormatter, useTranslations } from "next-intl";
import { DELETED_OF_FILE, type ErasureCertificate } from "#lib/contract/privacy/erasures.ts";

/** '3 deliveries, 1 decision and 2 notes'. */
export function useDeletedWords(): (deleted: ErasureCertificate["deleted"]) => string {
  const t = useTranslations("erasures");
  const format = useFormatter();
  return (deleted) => {
    const kinds = DELETED_OF_FILE.filter((kind) => deleted[kind]);
    if (kinds.length === 0) return t("nothing");
    return format.list(kinds.map((kind) => t(`deleted.${kind}`, { rows: deleted[kind] ?? 0 })));
  };
}
