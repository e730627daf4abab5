import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PersonView } from "#components/desk/person/person-view.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { coveredFor, coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { lookUpVerification } from "#lib/desk/server/review/open.ts";
import { pathParameters } from "#lib/edge/contract/path-parameters.ts";
import { fileTitle } from "#lib/edge/server/pages/title.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { decodeSegment, fileName, shortId } from "#lib/platform/contract/text.ts";

type Props = { params: Promise<{ verification_id: string; people_id: string }> };

// Next passes path parameters on as they are in the address.
async function readParams({ params }: Props) {
  const { verification_id, people_id } = await params;
  return (
    pathParameters
      .pick({ verification_id: true, people_id: true })
      .safeParse({ verification_id: decodeSegment(verification_id), people_id }).data ?? null
  );
}

/** A number instead of the person's name: page titles stay in the browser history, and bystanders can read them. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  const params = await readParams(props);
  const t = await getTranslations("people");
  const file = params && (await fileTitle(params.verification_id, "people.read"));
  return file ? { title: `${t("numbered", { id: String(params.people_id) })} · ${file}` } : {};
}

/** A person of a verification. 404 for an unknown verification; the browser requests the people itself. */
export default async function PersonPage(props: Props) {
  const { id: userId, role } = await requirePermission("people.read");
  const params = await readParams(props);
  if (params === null) notFound();
  const { verification_id, people_id } = params;
  const found = await lookUpVerification({ verification_id, userId });
  if (found === null) notFound();
  const client = makeQueryClient();
  const detail = "failure" in found ? null : await coveredFor(role, found.detail);
  if (detail) client.setQueryData(verificationKeys.detail(verification_id), detail);
  return (
    <RouteMessages words={facts("curp-file", "custody", "pdf", "people")} client={await coverPage(role, client)}>
      <PersonView
        key={`${people_id} ${verification_id}`}
        verificationId={verification_id}
        personId={people_id}
        tag={detail?.verification.tag ?? null}
        file={(detail && fileName(detail.verification)) ?? shortId(verification_id)}
      />
    </RouteMessages>
  );
}
