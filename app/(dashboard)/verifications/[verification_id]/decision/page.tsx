import "#components/page/paper.css";
import "#components/verification/print.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { facts, RouteMessages } from "#components/page/route-messages.tsx";
import { DecisionRecordView, NoDecision } from "#components/review/decision/decision-record.tsx";
import { identifier, numberInPath } from "#lib/contract/fields.ts";
import { decodeSegment } from "#lib/contract/text.ts";
import type { SearchParams } from "#lib/contract/url-parameters.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { coveredFor } from "#lib/server/need-to-know/cover.ts";
import { readDecisionRecord } from "#lib/server/review/decision-record.ts";
import { recordFileShown } from "#lib/server/verification-page/shown.ts";
import { fileTitle } from "#lib/server/verification-page/title.ts";

type Props = { params: Promise<{ verification_id: string }>; searchParams: Promise<SearchParams> };

const readId = async ({ params }: Pick<Props, "params">) =>
  identifier.safeParse(decodeSegment((await params).verification_id)).data;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const [id, t] = [await readId(props), await getTranslations("decision")];
  const file = id === undefined ? null : await fileTitle(id, "reviews.read");
  return { title: [t("title"), file].filter((part) => part !== null).join(" · ") };
}

/** The record of the standing decision, or of an earlier one by `entry`, on the facts of that time, for print. */
export default async function DecisionPage({ params, searchParams }: Props) {
  const { role } = await requirePermission("reviews.read");
  const id = await readId({ params });
  if (id === undefined) notFound();
  const { entry } = await searchParams;
  const asked = entry === undefined ? null : numberInPath.safeParse(entry).data;
  if (asked === undefined) notFound();
  const found = await readDecisionRecord(id, asked);
  if (found === null) notFound();
  await recordFileShown(id);
  const { record } = await coveredFor(role, found, id);
  return (
    <RouteMessages words={facts("custody", "decision", "people")}>
      {record ? (
        <DecisionRecordView record={record} />
      ) : (
        <NoDecision verificationId={id} name={await fileTitle(id, "reviews.read")} />
      )}
    </RouteMessages>
  );
}
