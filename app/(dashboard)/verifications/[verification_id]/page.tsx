import "#components/kit/paper.css";
import "#components/desk/verification/print.css";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { MarksLegend } from "#components/desk/legend/marks-legend.tsx";
import { FileMenu } from "#components/desk/verification/file-menu.tsx";
import { VerificationLookup } from "#components/desk/verification/verification-lookup.tsx";
import { VerificationView } from "#components/desk/verification/verification-view.tsx";
import { type AllMessages, FILE, facts, pick, RouteMessages } from "#components/kit/route-messages.tsx";
import { requirePermission } from "#lib/access/server/require-permission.ts";
import { verificationKeys } from "#lib/core/browser/query-keys.ts";
import { coverPage } from "#lib/core/server/need-to-know/cover.ts";
import { fileCustodyOptions } from "#lib/desk/browser/custody.ts";
import { lastLookOptions } from "#lib/desk/browser/reviews.ts";
import { readFileCustody } from "#lib/desk/server/custody/grounds.ts";
import { lookUpVerification } from "#lib/desk/server/review/open.ts";
import { readSeen } from "#lib/desk/server/review/seen.ts";
import { recordFileShown } from "#lib/edge/server/pages/shown.ts";
import { fileTitle } from "#lib/edge/server/pages/title.ts";
import { makeQueryClient } from "#lib/platform/browser/query-client.ts";
import { identifier } from "#lib/platform/contract/fields.ts";
import { may } from "#lib/platform/contract/permissions.ts";
import { decodeSegment } from "#lib/platform/contract/text.ts";

const words = (all: AllMessages) => {
  // Lists have these namespaces.
  const { list, verifications, ...file } = facts(...FILE)(all);
  return { ...file, list: pick(list, "walk") };
};

type Props = { params: Promise<{ verification_id: string }> };

// Next passes path parameters on as they are in the address.
const readId = async ({ params }: Props): Promise<string | null> =>
  identifier.safeParse(decodeSegment((await params).verification_id)).data ?? null;

export async function generateMetadata(props: Props): Promise<Metadata> {
  const id = await readId(props);
  return { title: id && (await fileTitle(id, "verifications.read")) };
}

/**
 * A known verification is shown at once. Only an unknown id waits for the service, on the server, so that the answer
 * can have the status 404.
 */
export default async function VerificationPage(props: Props) {
  const { id: userId, role } = await requirePermission("verifications.read");
  const id = await readId(props);
  if (id === null) notFound();
  const found = await lookUpVerification({ verification_id: id, userId });
  if (found === null) notFound();
  const hasMenu = may(role, "verifications.erase") || may(role, "evidence.read");
  const menu = hasMenu ? fileMenu(id) : null;
  if ("failure" in found) {
    return (
      <RouteMessages words={words}>
        <VerificationLookup key={id} verificationId={id} failure={found.failure} menu={menu} />
      </RouteMessages>
    );
  }
  const client = makeQueryClient();
  const [custody, seen] = await Promise.all([readFileCustody(id), readSeen(id, userId), recordFileShown(id)]);
  client.setQueryData(verificationKeys.detail(id), found.detail);
  client.setQueryData(fileCustodyOptions(id).queryKey, custody);
  client.setQueryData(lastLookOptions(id).queryKey, seen);
  return (
    <RouteMessages words={words} client={await coverPage(role, client)}>
      <VerificationView key={id} verificationId={id} menu={menu} />
      <MarksLegend className="pt-4" />
    </RouteMessages>
  );
}

/** The menu has messages of its own, since only some users get it. */
const fileMenu = (id: string) => (
  <RouteMessages words={(all) => pick(all, "privacy")}>
    <FileMenu verificationId={id} />
  </RouteMessages>
);
