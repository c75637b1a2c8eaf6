export const texts = {
  title: 'Inbox', empty: 'News of the shop appears here, such as orders and returns.', text: 'Text', unread: 'Unread',
  readAll: 'Mark all as read',
};
