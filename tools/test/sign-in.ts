export type Credentials = { email: string; password: string };

/** Signs in to a dashboard as a browser does; returns the session's cookies as a request header. */
export async function signIn(origin: string, { email, password }: Credentials): Promise<string> {
  const answer = await fetch(`${origin}/api/session`, {
    method: "POST",
    headers: { origin, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`signing in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
