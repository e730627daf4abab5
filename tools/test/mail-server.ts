import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export type ReceivedMail = { from: string; to: string[]; source: string };

type Refusal = { status: number; text: string };

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

const errorOf = ({ status, text }: Refusal): Error => Object.assign(new Error(text), { responseCode: status });

/** A real SMTP server on this machine. */
export async function startMailServer(options: SMTPServerOptions = {}) {
  const state = {
    port: 0,
    /** Accepted mails. */
    mails: [] as ReceivedMail[],
    /** The refusal of an address, or of every mail as a whole; null accepts. */
    refuse: (_address: string): Refusal | null => null,
    refuseText: null as Refusal | null,
    close: (): Promise<void> => new Promise((resolve) => server.close(() => resolve())),
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.key ? [] : ["STARTTLS"],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, callback) {
      const refused = state.refuse(address);
      callback(refused && errorOf(refused));
    },
    async onData(stream, session, callback) {
      const source = await text(stream);
      if (state.refuseText) return callback(errorOf(state.refuseText));
      const { mailFrom, rcptTo } = session.envelope;
      state.mails.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), source });
      callback();
    },
    ...options,
  });
  // A client that refuses the certificate ends the connection.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  state.port = (server.server.address() as AddressInfo).port;
  return state;
}
