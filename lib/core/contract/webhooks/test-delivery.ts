/** The result of a test delivery; after all but `delivered` the service would retry, or would not deliver at all. */
export type TestResult =
  | "delivered"
  /** Answered with a status other than 2xx. */
  | "not_accepted"
  | "redirected"
  | "timed_out"
  | "unreachable"
  /** Its certificate or its TLS is refused. */
  | "not_trusted"
  /** Nothing was sent: the address is not https, or leads to a private network. */
  | "address_refused"
  /** Nothing was sent: the address is this dashboard's receiver. */
  | "own_receiver";

/** The answer of `POST /api/webhooks/{id}/test-delivery`. */
export type TestDelivery = {
  result: TestResult;
  event_name: string;
  /** `test_…`: never the id of a verification of the service. */
  verification_id: string;
  /** The status of the answer; null without one. */
  status: number | null;
  /** Milliseconds until the answer began, or until there was none. */
  took_ms: number;
  /** The beginning of the answer's body on one line; null if it is empty. */
  answer: string | null;
};

/** Marks a test delivery beside its `verification_id`. */
export const TEST_HEADER = "Cotejo-Test";

export const TEST_TIMEOUT_SECONDS = 10;

export const TEST_AGENT = "cotejo-test-delivery";

/** The body of a test of the own webhook's address. Signed by the receiver's own secret, it is answered and not stored. */
export const OWN_TEST = '{"event_name":"cotejo.test","data":{}}';
