import { SignedInWindow } from "#components/access/signed-in-window.tsx";
import { signInProblem } from "#lib/contract/access/provider-claims.ts";
import { titled } from "#lib/server/i18n/titled.ts";

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export const generateMetadata = titled("access.provider");

/** The last page of a sign-in through the provider in a separate window. */
export default async function SignedInPage({ searchParams }: Props) {
  const { done, problem } = await searchParams;
  return <SignedInWindow done={done === "1"} problem={signInProblem.parse(problem)} />;
}
