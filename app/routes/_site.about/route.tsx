import type { MetaFunction } from '@remix-run/node';
import { PrimaryLink } from '#app/components/links.tsx';
import { paths } from '#app/paths.ts';
import { publicPageMeta } from '#app/site/meta.ts';
import { PageHeader } from '#app/site/page-header.tsx';

export const meta: MetaFunction = (args) =>
  publicPageMeta(
    {
      title: 'About',
      description:
        'Who builds Dakiya: a backend developer in Alwar, Rajasthan. My skills and my values.',
    },
    args,
  );

export default function About() {
  return (
    <div className="grid gap-16">
      <PageHeader
        lead="I am a backend developer in Alwar, Rajasthan, and I build Dakiya."
        title="About"
      />
      <div className="grid gap-12 lg:grid-cols-2 lg:gap-16">
        <section aria-labelledby="why" className="grid content-start gap-4">
          <h2 className="text-lg leading-snug font-medium" id="why">
            Why a postman
          </h2>
          <p>
            Dakiya is the Hindi word for the postman, who knows the streets, brings the letter to
            the door, and tells you if nobody was at home. I want an SMS API to work like that: you
            send a message once, and then you can see whether it was delivered.
          </p>
          <p>
            So I spend my time on the parts that nobody sees. What happens when a carrier does not
            respond? When a receipt arrives twice, or before the carrier’s response? When two
            programs use the last message of a quota at the same moment? Dakiya handles each of
            these cases, and each has a test.
          </p>
          <p>
            I also write the documentation and read the email. If something does not work for you or
            is unclear, please tell me.
          </p>
          <p className="pt-2">
            <PrimaryLink to={paths.contact}>Write to me</PrimaryLink>
          </p>
        </section>
        <Skills />
      </div>
      <Values />
    </div>
  );
}

const skills = [
  ['Languages', 'TypeScript, SQL, Python, Java'],
  ['On the server', 'Node.js, Express, Remix, REST APIs described by OpenAPI'],
  ['Data', 'PostgreSQL, Prisma, Redis, queues with BullMQ'],
  ['Messaging', 'SMPP, SMS encodings and receipts, DLT, SMTP'],
  ['Security', 'Sessions, OAuth, encryption at rest, content policies'],
  ['Quality', 'Tests on real services, load tests, accessibility'],
] as const;

function Skills() {
  return (
    <section aria-labelledby="skills" className="grid content-start gap-4">
      <h2 className="text-lg leading-snug font-medium" id="skills">
        Skills
      </h2>
      <dl className="divide-y divide-line border-y border-line">
        {skills.map(([area, names]) => (
          <div className="grid gap-1 py-3 sm:grid-cols-[9rem_1fr]" key={area}>
            <dt className="text-sm text-faint sm:leading-6">{area}</dt>
            <dd>{names}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const values = [
  [
    'Say what is true',
    'We report only what we know. If a carrier never responds, the status is unknown.',
  ],
  ['Lose nothing', 'A message is accepted only after it is stored.'],
  ['Keep little', 'We collect only what we need, and erase codes when they are used.'],
  ['Stay small', 'A small codebase that one person can read.'],
] as const;

function Values() {
  return (
    <section aria-labelledby="values" className="grid gap-6 border-t border-line pt-10">
      <h2 className="text-lg leading-snug font-medium" id="values">
        Values
      </h2>
      <ul className="grid gap-8 sm:grid-cols-2 lg:grid-cols-4">
        {values.map(([name, meaning]) => (
          <li className="grid content-start gap-1" key={name}>
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm text-faint">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
