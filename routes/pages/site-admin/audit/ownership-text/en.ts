/** What the audit log of a school says about its ownership. */

/** Who did it, and the other person, each fit to be shown. */
type Two = { who: string; target: string };

/** The owner who has the school now, and those who had it. */
type HandedOver = { who: string; from: string };

export const ownership = {
  kinds: {
    ownership_offered: 'Ownership offered',
    ownership_withdrawn: 'Ownership offer withdrawn',
    ownership_declined: 'Ownership declined',
    ownership_shared: 'Ownership shared',
    ownership_handed_over: 'Ownership handed over',
    ownership_stepped_down: 'Owner stepped down',
  },
  /** Of an offer whose kind is not known, which only earlier versions have recorded. */
  events: {
    ownership_offered: ({ who, target }: Two) => `${who} offered ${target} ownership of the school.`,
    ownership_withdrawn: ({ who, target }: Two) => `${who} withdrew the offer to make ${target} an owner.`,
    ownership_declined: ({ who, target }: Two) => `${who} declined the ownership that ${target} had offered.`,
    ownership_shared: ({ who, target }: Two) =>
      `${who} became an owner together with ${target}, as ${target} had offered.`,
    ownership_handed_over: ({ who, target }: Two) =>
      `${who} took over the ownership from ${target}, who is now an administrator.`,
    ownership_stepped_down: ({ who }: Two) => `${who} stepped down as an owner and is now an administrator.`,
  },
  /** Of an offer to share the ownership, or to hand it over. */
  offers: {
    share: {
      ownership_offered: ({ who, target }: Two) =>
        `${who} offered to share the ownership of the school with ${target}.`,
      ownership_withdrawn: ({ who, target }: Two) =>
        `${who} withdrew the offer to share the ownership of the school with ${target}.`,
      ownership_declined: ({ who, target }: Two) =>
        `${who} declined the offer of ${target} to share the ownership of the school.`,
    },
    handOver: {
      ownership_offered: ({ who, target }: Two) =>
        `${who} offered to hand the ownership of the school over to ${target}.`,
      ownership_withdrawn: ({ who, target }: Two) =>
        `${who} withdrew the offer to hand the ownership of the school over to ${target}.`,
      ownership_declined: ({ who, target }: Two) =>
        `${who} declined the offer of ${target} to hand over the ownership of the school.`,
    },
  },
  /** `school_handed_over`, where the owners before are known. */
  handedOverFrom: ({ who, from }: HandedOver) =>
    `The people who run this service handed the school over from ${from} to ${who}.`,
};
