import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { NotFoundView } from "#components/verification/not-found-view.tsx";
import { VerificationLookup } from "#components/verification/verification-lookup.tsx";
import { VerificationView } from "#components/verification/verification-view.tsx";
import { makeQueryClient } from "#lib/browser/query-client.ts";
import { verificationKeys } from "#lib/browser/verifications.ts";
import { identifier } from "#lib/contract/text.ts";
import { requireUser } from "#lib/server/access/session.ts";
import { getVerification } from "#lib/server/queries/verifications/get.ts";

type Props = { params: Promise<{ verification_id: string }> };

async function readId({ params }: Props): Promise<string | null> {
  const { verification_id } = await params;
  // Next hands path parameters over as they stand in the address.
  return identifier.safeParse(decodePath(verification_id)).data ?? null;
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** The id and nothing else: a title stays in histories and in other people's sight. */
export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await readId(props)) ?? undefined };
}

export default async function VerificationPage(props: Props) {
  await requireUser();
  const id = await readId(props);
  if (id === null) return <NotFoundView />;
  const detail = await getVerification(id);
  if (!detail) return <VerificationLookup key={id} verificationId={id} />;
  const client = makeQueryClient();
  client.setQueryData(verificationKeys.detail(id), detail);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <VerificationView key={id} verificationId={id} />
    </HydrationBoundary>
  );
}
