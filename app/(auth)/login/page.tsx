import { redirect } from "next/navigation";
import { SignInForm } from "#components/access/sign-in-form.tsx";
import { landingOf } from "#lib/access/contract/landing.ts";
import { nextPath } from "#lib/access/contract/next-path.ts";
import { signInProblem } from "#lib/access/contract/provider-claims.ts";
import { currentSession } from "#lib/access/server/session.ts";
import { readPasswordSwitch } from "#lib/access/server/switch-passwords.ts";
import { countSampleUsers } from "#lib/access/server/users.ts";
import type { SearchParams } from "#lib/platform/contract/url-parameters.ts";
import { env } from "#lib/platform/server/base/env.ts";
import { titled } from "#lib/platform/server/i18n/titled.ts";

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
