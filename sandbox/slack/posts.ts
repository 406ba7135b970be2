/** A message posted to an incoming webhook. */
export type Post = {
  /** The last part of the webhook's address. */
  token: string;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
};

const maxPosts = 500;

/** Stores the newest posts in memory. */
export function createPosts() {
  let posts: Post[] = [];
  return {
    add: (post: Post) => {
      posts = [post, ...posts].slice(0, maxPosts);
    },
    /** Newest first. */
    list: (): readonly Post[] => posts,
    clear: () => {
      posts = [];
    },
  };
}

export type Posts = ReturnType<typeof createPosts>;
