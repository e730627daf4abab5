import { SignatureCheckView } from "#components/signature-check/signature-check-view.tsx";
import { SIGNATURE_CHECK } from "#lib/contract/deliveries/delivery-filter.ts";
import { parametersOf, type SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { getRefusal } from "#lib/server/deliveries/list.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("deliveries.tabs.signature");

/** With `?refusal=`: the check of a refused delivery. Its facts are read here, to keep them out of the address. */
export default async function SignaturePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requirePermission("deliveries.manage");
  const asked = SIGNATURE_CHECK.read(parametersOf(await searchParams)).filter.refusal;
  const refusal = asked === null ? null : await getRefusal(Number(asked));
  return <SignatureCheckView key={refusal?.refusal_id ?? ""} refusal={refusal} />;
}
