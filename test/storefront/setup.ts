import { Shop } from './shop';
import { start } from './service';

/** Starts the shop of all specs, with the texts that a shop must have. What it returns ends it. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, stop } = await start();
  await new Shop(url).publishPages();
  process.env.SHOP_URL = url; // the workers inherit it
  return stop;
}
