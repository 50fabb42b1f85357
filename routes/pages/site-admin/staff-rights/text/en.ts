/** What staff of a school can see and edit. */
export const staffRights = {
  title: 'Staff rights',
  lead: 'Choose what everyone with the role Staff can see and edit through apps and on these pages. Changes take effect immediately, for apps that are already connected too.',
  abilities: { none: 'No access', view: 'View', edit: 'Edit' },
  isDefault: 'Your school uses the default: everything that staff can have.',
  isOwn: 'Your school has made its own choice.',
  note: 'Editing covers viewing, creating and deleting. Everything that isn’t listed, such as roles, settings and the prices of membership plans, stays with owners and administrators. If an update brings new areas, staff get them only if your school uses the default.',
  people:
    'Without access to “Members”, staff can’t open the pages Members and Active connections, which show names and e-mail addresses.',
  reset: 'Use the default',
  edit: 'Edit staff rights',
  confirm: {
    title: 'Give staff more rights?',
    text: 'This applies immediately to everyone with the role Staff, through apps too.',
  },
  done: 'Changes saved. They are already in effect.',
  stale:
    'Someone else changed these rights after you opened the page. Nothing was saved. You now see the current rights; please make your changes again.',
};
