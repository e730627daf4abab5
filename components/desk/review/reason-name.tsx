import { useQuery } from "@tanstack/react-query";
import { useLocale } from "next-intl";
import { reviewChoicesOptions } from "#lib/desk/browser/reviews.ts";

/** A reason of the catalogue in the reader's language; a deleted reason by its code. */
export function ReasonName({ code }: { code: string }) {
  const locale = useLocale();
  const { data } = useQuery(reviewChoicesOptions());
  const entry = data?.catalogue.find((one) => one.code === code);
  return entry ? locale === "en" ? entry.en : entry.es : <code translate="no">{code}</code>;
}
