import { SignedInWindow } from "#components/access/signed-in-window.tsx";
import { signInProblem } from "#lib/access/contract/provider-claims.ts";
import type { SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

export const generateMetadata = titled("access.provider.title");

/** The last page of a sign-in through the provider in a separate window. */
export default async function SignedInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { done, problem } = await searchParams;
  return <SignedInWindow done={done === "1"} problem={signInProblem.parse(problem)} />;
}
