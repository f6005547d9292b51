// Whether somebody looks for a move that the page knows: until it is found or asked for, nothing on the page tells it.
//
//   event "change"   it has begun or ended

class Asking extends EventTarget {
  #lesson = null;
  #board = false;

  get on() { return this.#board || this.#lesson !== null; }

  // A position of the game: {node, line}, where the line has the moves that may be seen; null: there is none.
  get lesson() { return this.#lesson; }
  set lesson(lesson) {
    if (lesson === this.#lesson) return;
    this.#lesson = lesson;
    this.#tell();
  }

  // Whether the board is lent for a position that has nothing to do with the game.
  set board(board) {
    if (board === this.#board) return;
    this.#board = board;
    this.#tell();
  }

  // Style sheets hide whole panels by this; what stands elsewhere asks here before it draws.
  #tell() {
    document.body.dataset.asking = this.#board ? "board" : this.#lesson ? "lesson" : "";
    this.dispatchEvent(new Event("change"));
  }
}

export const asking = new Asking();
