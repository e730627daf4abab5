import { useTranslations } from "next-intl";
import { shortId } from "#components/page/copy.tsx";
import type { ArcoSubject } from "#lib/contract/privacy/arco.ts";

/** The subject of a request in one line: the name, else the ends of the CURP, else the file. */
export function useSubjectName(): (subject: ArcoSubject) => string {
  const t = useTranslations("arco");
  return ({ name, curp, verification_id }) => name ?? curp ?? t("subject.file", { id: shortId(verification_id ?? "") });
}
