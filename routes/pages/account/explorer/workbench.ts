/** The part of the explorer with a query and its answer, and queries to start from. */
import type { Text } from '../../../words/index.ts';
import { textArea } from '../../kit/components.ts';
import { type Html, html } from '../../kit/html.ts';

export function workbench(explorer: Text['explorer']): Html {
  const examples = Object.entries(EXAMPLES) as [keyof typeof EXAMPLES, string][];
  return html`<section class="stack" data-part="workbench" hidden><h2 data-part="who" tabindex="-1">${explorer.title}</h2>
<div class="workbench"><form class="stack" data-part="form">
<div class="field"><label for="example">${explorer.example}</label>
<select id="example" autocomplete="off">${examples.map(([name, query]) => html`<option value="${query}">${explorer.examples[name]}</option>`)}</select></div>
${textArea({ name: 'query', label: explorer.query, hint: explorer.queryHint, rows: 16, value: EXAMPLES.courses })}
<div class="fields" data-part="fields" hidden><p class="detail" id="fields-of"></p><ul class="chips" aria-labelledby="fields-of"></ul></div>
<details><summary>${explorer.variables}</summary>${textArea({ name: 'variables', label: explorer.variablesLabel, rows: 3, optional: true })}</details>
<div class="inline"><button type="submit" class="primary">${explorer.run}</button>
<button type="button" class="secondary" data-part="sign-out">${explorer.signOut}</button></div></form>
<div class="answer"><h3 id="result-title">${explorer.result}</h3><p class="detail" role="status" data-part="status">${explorer.empty}</p>
<pre tabindex="0" role="region" aria-labelledby="result-title" data-part="result"></pre></div></div></section>`;
}

const EXAMPLES: Readonly<Record<keyof Text['explorer']['examples'], string>> = {
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
