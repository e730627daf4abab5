import { PRIVACY_WORDS } from "#components/records/privacy/privacy-words.ts";
import "#components/kit/paper.css";
import { notFound } from "next/navigation";
import { RouteMessages } from "#components/kit/route-messages.tsx";
import { RequestPaper } from "#components/records/privacy/request-paper.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { soleAccountName } from "#lib/desk/server/list/sole-account.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";
import { paperParams } from "#lib/records/contract/privacy/arco-input.ts";

export const generateMetadata = titled("arco.title");

type Props = { params: Promise<{ request_id: string; paper: string }> };

/** The receipt of a request under the data law, or the letter with its answer, for print. */
export default async function PaperPage({ params }: Props) {
  await requirePermission("privacy.requests");
  const given = paperParams.safeParse(await params);
  if (!given.success) notFound();
  const { request_id, paper } = given.data;
  return (
    <RouteMessages words={PRIVACY_WORDS}>
      <RequestPaper requestId={request_id} paper={paper} company={await soleAccountName()} />
    </RouteMessages>
  );
}
