import { budgets, look } from './budgets';
import { judge } from './lighthouse';
import { expect, test } from './visitor';

// What Lighthouse says of a page beside its speed, which figures.spec.ts measures.

test.use({ look });

for (const path of budgets.lighthouse.pages) {
  test(`Lighthouse on ${path}`, async ({ page, shop, visitor }) => {
    const { each } = budgets.lighthouse;
    await expect(async () => { // a run may fail for the load of the machine
      const { scores, audits } = await judge(path, Object.keys(each), page, visitor, shop);
      expect(scores, audits.join('\n')).toEqual(each);
    }).toPass({ timeout: 300_000 });
  });
}
