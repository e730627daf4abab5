import { vi } from "vitest";
import { startDashboard } from "./dashboard.ts";
import { CLIENT, startOpenIdProvider } from "./openid-provider.ts";

type Options = Partial<Parameters<typeof startOpenIdProvider>[0]> & {
  /** `OIDC_ROLES`: the roles of the provider's groups; without it the provider states no role. */
  roles?: Record<string, string>;
};

/** A dashboard whose people sign in by a provider of OpenID Connect. */
export async function startWithProvider({ roles, ...options }: Options = {}) {
  const provider = await startOpenIdProvider({ appOrigin: "http://localhost:3000", ...options });
  vi.stubEnv("OIDC_ISSUER", provider.issuer);
  vi.stubEnv("OIDC_CLIENT_ID", CLIENT.id);
  vi.stubEnv("OIDC_CLIENT_SECRET", CLIENT.secret);
  if (roles) {
    vi.stubEnv("OIDC_SCOPES", "openid profile email groups");
    vi.stubEnv("OIDC_ROLE_CLAIM", "groups");
    vi.stubEnv("OIDC_ROLES", JSON.stringify(roles));
  }
  const dashboard = await startDashboard();
  const end = async () => {
    await dashboard.end();
    await provider.close();
  };
  return { provider, dashboard: { ...dashboard, end } };
}
