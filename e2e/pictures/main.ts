import { openCamera } from "./camera.ts";
import type { Picture, Screen } from "./picture.ts";
import { access } from "./screens/access.ts";
import { account } from "./screens/account.ts";
import { audit } from "./screens/audit.ts";
import { controls } from "./screens/controls.ts";
import { deliveries } from "./screens/deliveries.ts";
import { importing } from "./screens/importing.ts";
import { keys } from "./screens/keys.ts";
import { list } from "./screens/list.ts";
import { people } from "./screens/people.ts";
import { review } from "./screens/review.ts";
import { settings } from "./screens/settings.ts";
import { shell } from "./screens/shell.ts";
import { users } from "./screens/users.ts";
import { verification } from "./screens/verification.ts";
import { webhooks } from "./screens/webhooks.ts";
import { writeScreensPage } from "./screens-page.ts";
import { setStage } from "./stage.ts";

/**
 * Takes a picture of every screen in every state, on an installation and a service of its own, into the ignored folder
 * `pictures`, with a page that shows them. With words, only those are taken whose names begin with one of them.
 */
const SCREENS: readonly Screen[] = [
  review,
  list,
  importing,
  verification,
  people,
  webhooks,
  deliveries,
  keys,
  users,
  audit,
  settings,
  shell,
  access,
  account,
  controls,
];

const wanted = process.argv.slice(2);
const pictures = SCREENS.flatMap((screen) => screen.pictures).filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)),
);

const stage = await setStage();
const camera = await openCamera(stage);
const failures: unknown[] = [];
try {
  await takeAll("first day");
  await stage.connect();
  await takeAll(undefined);
  await takeAll("failures");
  writeScreensPage(SCREENS);
} finally {
  await camera.close();
  await stage.stop();
}
if (failures.length > 0) throw new AggregateError(failures, `${failures.length} pictures could not be taken`);

/** One that cannot be taken keeps no other from being. */
async function takeAll(act: Picture["act"]): Promise<void> {
  for (const picture of pictures.filter((each) => each.act === act))
    await camera.take(picture).catch((error) => failures.push(error));
}
