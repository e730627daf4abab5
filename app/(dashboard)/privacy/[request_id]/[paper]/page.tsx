import { PRIVACY_WORDS } from "#components/privacy/privacy-words.ts";
import "#components/page/paper.css";
import { notFound } from "next/navigation";
import { RouteMessages } from "#components/page/route-messages.tsx";
import { RequestPaper } from "#components/privacy/request-paper.tsx";
import { paperParams } from "#lib/contract/privacy/arco-input.ts";
import { requirePermission } from "#lib/server/access/require-permission.ts";
import { titled } from "#lib/server/i18n/titled.ts";
import { soleAccountName } from "#lib/server/verifications/list/sole-account.ts";

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
