import "#components/kit/paper.css";
import "#components/desk/verification/print.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { DecisionRecordView, NoDecision } from "#components/desk/review/decision/decision-record.tsx";
import { facts, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { coveredFor } from "#lib/core/server/need-to-know/cover.ts";
import { readDecisionRecord } from "#lib/desk/server/review/decision-record.ts";
import { recordFileShown } from "#lib/edge/server/pages/shown.ts";
import { fileTitle } from "#lib/edge/server/pages/title.ts";
import { identifier, numberInPath } from "#lib/platform/contract/fields.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";
import type { SearchParams } from "#lib/platform/contract/url-parameters.ts";

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
