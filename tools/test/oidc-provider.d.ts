/** The parts of the package that the tests use; it ships no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Grant = { addOIDCScope(scopes: string): void; save(): Promise<string> };
  type Context = {
    oidc: {
      client: { clientId: string };
      session: { accountId: string; grantIdFor(clientId: string): string | undefined };
      provider: Provider;
    };
  };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    Grant: { new (of: { clientId: string; accountId: string }): Grant; find(id: string): Promise<Grant | undefined> };
    Client: {
      find(id: string): Promise<{ backchannelLogout(accountId: string, sid: string): Promise<void> } | undefined>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
  export type { Context };
}
