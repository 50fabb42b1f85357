import type { WebhookEventName, WebhookStop } from '../../../../../schema/school/webhook.ts';

const events: Record<WebhookEventName, string> = {
  'member.added': 'A person becomes a member, or is back',
  'member.removed': 'A member is removed or suspended',
  'member.role_changed': 'A member gets another role',
  'enrollment.created': 'A member is enrolled in a course',
  'enrollment.ended': 'An enrollment ends',
  'lecture.completed': 'A member completes a lecture',
  'course.completed': 'A member completes a course',
  'order.created': 'An order is placed',
  'order.refunded': 'An order is refunded',
  'subscription.started': 'A subscription begins',
  'subscription.ended': 'A subscription ends',
  'event.cancelled': 'An event is cancelled',
  'application.connected': 'A member connects an app',
  'application.disconnected': 'An app is disconnected',
  'application.reviewed': 'An app is reviewed, adopted or released',
};

const stops: Record<WebhookStop, string> = {
  school: 'It is switched off: nothing is sent to it.',
  gone: 'It was switched off because the receiver answered with 410, which means that it wants no messages any more.',
  failing: 'It was switched off because no message could be delivered for five days.',
};

/** Webhooks of a school. */
export const webhooks = {
  events,
  stops,
  state: { active: 'On', failing: 'Failing', disabled: 'Off' },
  list: {
    lead: 'Your own programs can be told what happens at your school: the server sends a signed message to an address that you choose.',
    guide: 'How a receiver verifies messages',
    add: 'New webhook',
    empty: 'No webhooks yet',
    emptyText: 'Add one when a program of yours has an https address that takes messages.',
    events: (count: number) => (count === 1 ? '1 kind of event' : `${count} kinds of events`),
    full: (most: number) => `A school can have ${most} webhooks. Delete one to add another.`,
    deleted: 'The webhook and its log are deleted.',
  },
  form: {
    newTitle: 'New webhook',
    editTitle: 'Change the webhook',
    url: 'Address',
    urlHint: 'https://… on a public host. Redirects are not followed.',
    urlFault:
      'Enter an https address on a public host with a name, without a user name, and with at most 500 characters.',
    events: 'What is sent',
    eventsHint: 'Messages contain ids and no names or addresses.',
    eventsFault: 'Choose at least one kind of event.',
    create: 'Add the webhook',
    stale: 'The webhook has been changed in the meantime. You see it as it is now; please make your changes again.',
  },
  issued: {
    title: { created: 'The webhook is added', rotated: 'The webhook has a new secret' },
    once: 'The secret is shown only now. Give it to the receiver, which needs it to verify messages.',
    label: 'Secret',
    overlap: 'For 24 hours, messages are signed with the former secret as well.',
    on: 'To the webhook',
    again: {
      created: {
        title: 'The webhook was added already',
        text: 'The form was sent twice. The secret was shown after the first time; if you did not see it, replace it.',
      },
      rotated: {
        title: 'The secret was replaced already',
        text: 'The form was sent twice, or the webhook has been changed. No further secret was made.',
      },
    },
  },
  one: {
    added: 'Added',
    events: 'Events',
    oldSecret: 'Former secret also signs until',
    failing: 'The last message could not be delivered. The next attempt follows by itself.',
    test: 'Send a test message',
    edit: 'Change',
    rotate: 'Replace the secret',
    enable: 'Switch on',
    disable: 'Switch off',
    remove: 'Delete',
    back: 'All webhooks',
  },
  done: {
    changed: 'The webhook is changed.',
    enabled: 'The webhook is on. What still waited is sent now.',
    disabled: 'The webhook is off. What still waits is sent if you switch it on again within 48 hours.',
    tested: 'The test message is on its way. Reload this page to see the answer.',
    replayed: 'The message is sent again, with the same id. Reload this page to see the answer.',
    unsent: 'Nothing was sent, because the webhook is off or the message waits already.',
  },
  log: {
    title: 'Last messages',
    empty: 'No message yet',
    emptyText: 'Messages are listed here for two weeks.',
    delivered: 'Delivered',
    waiting: 'Waiting',
    failed: 'Not delivered',
    attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
    status: (status: number) => `Answer: ${status}`,
    noAnswer:
      'No answer: the name was not found, is not on a public network, or did not answer over https within 10 seconds.',
    again: 'Send again',
  },
  danger: {
    rotate: {
      title: 'Replace the secret?',
      text: 'The new secret is shown once. For 24 hours, messages are signed with both, so that the receiver can change over.',
    },
    remove: {
      title: 'Delete the webhook?',
      text: 'Nothing is sent to it any more. What still waits, and its log, are deleted.',
    },
  },
};
