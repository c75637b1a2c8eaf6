// The placeholders of mails, as the service has them (modules/mailer/events/texts.go): a text with
// another one is refused.

const ofOrders = ['{number}', '{total}', '{link}'];
const ofKind: Record<string, string[]> = {
  order_placed: ['{dueAt}'], order_shipped: ['{carrier}', '{tracking}'], order_refunded: ['{amount}'],
  withdrawal_received: ['{number}'], withdrawal_contested: ['{number}'],
};

/** Whether mails of the kind are about an order. */
export const isAboutOrder = (kind: string) => /^(order|items|return|invoice|correction)_/.test(kind);

/** The placeholders that texts of mails of the kind may have. */
export const placeholdersOf = (kind: string) => ['{shop}', '{name}', ...(isAboutOrder(kind) ? ofOrders : []), ...(ofKind[kind] ?? [])];
