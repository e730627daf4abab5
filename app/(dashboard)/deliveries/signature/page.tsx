import { SignatureCheckView } from "#components/core/signature-check/signature-check-view.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { SIGNATURE_CHECK } from "#lib/core/contract/deliveries/delivery-filter.ts";
import { getRefusal } from "#lib/core/server/deliveries/list.ts";
import { parametersOf, type SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("deliveries.tabs.signature");

/** With `?refusal=`: the check of a refused delivery. Its facts are read here, to keep them out of the address. */
export default async function SignaturePage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requirePermission("deliveries.manage");
  const asked = SIGNATURE_CHECK.read(parametersOf(await searchParams)).filter.refusal;
  const refusal = asked === null ? null : await getRefusal(Number(asked));
  return <SignatureCheckView key={refusal?.refusal_id ?? ""} refusal={refusal} />;
}
