import { passwordSwitch } from "#lib/contract/access/access-input.ts";
import { readPasswordSwitch, switchPasswordsOff, switchPasswordsOn } from "#lib/server/access/switch-passwords.ts";
import { route } from "#lib/server/http/route.ts";

export const GET = route({ access: "users.manage" }, () => readPasswordSwitch());

export const PUT = route(
  { access: "users.manage", stepUp: true, body: passwordSwitch, audit: "passwords.switched_off" },
  async ({ body: { user_id }, session, audit }) => {
    const sessions_ended = await switchPasswordsOff({ session, user_id });
    audit.add({ ids: { user_id }, after: { sessions_ended } });
    return readPasswordSwitch();
  },
);

export const DELETE = route(
  { access: "users.manage", stepUp: true, audit: "passwords.switched_on" },
  async ({ session }) => {
    await switchPasswordsOn({ by: session.user.id });
    return readPasswordSwitch();
  },
);
