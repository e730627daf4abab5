import { redirect } from "next/navigation";
import { SignInForm } from "#components/access/sign-in-form.tsx";
import { landingOf } from "#lib/contract/access/landing.ts";
import { nextPath } from "#lib/contract/access/next-path.ts";
import { signInProblem } from "#lib/contract/access/provider-claims.ts";
import type { SearchParams } from "#lib/contract/url-parameters.ts";
import { currentSession } from "#lib/server/access/session.ts";
import { readPasswordSwitch } from "#lib/server/access/switch-passwords.ts";
import { countSampleUsers } from "#lib/server/access/users.ts";
import { env } from "#lib/server/base/env.ts";
import { titled } from "#lib/server/i18n/titled.ts";

export const generateMetadata = titled("access.signIn.title");

export default async function SignInPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { next: wanted, ended, problem } = await searchParams;
  const next = nextPath.parse(wanted);
  const session = await currentSession();
  if (session) redirect(next ?? landingOf(session.user.role));
  const { provider, off } = await readPasswordSwitch();
  const byProvider = provider === null ? null : { only: off !== null, problem: signInProblem.parse(problem) };
  const samples = env().sandbox ? await countSampleUsers() : 0;
  return <SignInForm next={next} samples={samples} ended={ended === "1"} provider={byProvider} />;
}
