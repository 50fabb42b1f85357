/** Queries to start from. */
import type { Text } from '../../../words/index.ts';

export type ExampleName = keyof Text['explorer']['examples'];

export const EXAMPLES: Readonly<Record<ExampleName, string>> = {
  courses: `{
  viewer {
    name
    enrolledCourses(first: 5) {
      nodes {
        title
        progressPercent
        lastWatchedLecture {
          title
          positionSeconds
        }
      }
    }
  }
}
`,
  orders: `{
  viewer {
    orders(first: 5) {
      nodes { number status placedAt total { formatted } }
    }
  }
}
`,
  events: `{
  viewer {
    eventRegistrations(first: 5) {
      nodes { status registeredAt event { title startsAt } }
    }
  }
}
`,
  files: `{
  viewer {
    digitalProducts(first: 5) {
      nodes { title files { name } }
    }
  }
}
`,
  language: `mutation {
  updateProfile(input: { locale: "en" }) {
    name
    locale
  }
}
`,
};
