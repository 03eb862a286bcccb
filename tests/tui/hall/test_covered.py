"""What has to hold of a hall that strangers come to, sentence by sentence, and which tests say so.

Whoever takes a test away, or gives it another name, sees here what nobody looks after any more.
"""

import ast
from pathlib import Path

import pytest

HERE = Path(__file__).parent
COVERED = {
    "somebody connects, sees a picture with all letters in it, leaves with 0, and the terminal is as before": (
        "test_door: test_somebody_comes_and_goes",
    ),
    "what one does at a table the other sees": (
        "test_door: test_what_one_does_another_sees_soon",
        "test_whole_hall: test_two_people_play_at_one_table_and_come_back_to_it",
    ),
    "onlookers do nothing": ("test_abuse: test_an_onlooker_changes_nothing",),
    "the same key is back at the same seat": (
        "test_whole_hall: test_two_people_play_at_one_table_and_come_back_to_it",
        "test_killed_halls: test_a_worker_is_killed",
    ),
    "one key, another key, no key; a key that is only shown opens nothing": (
        "test_door: test_a_key_is_a_person_and_no_key_is_a_guest",
        "test_identity: test_whoever_only_shows_a_key_is_a_guest",
        "test_identity: test_whoever_shows_a_key_and_proves_another_is_the_other",
        "test_identity: test_a_known_key_that_is_only_shown_does_not_open_a_locked_door",
    ),
    "sizes of all sorts": ("test_door: test_sizes", "test_abuse: test_sizes_that_no_terminal_has"),
    "clicks, and letters in pieces": ("test_abuse: test_a_click_and_letters_in_pieces_arrive",),
    "pastes": (
        "test_abuse: test_a_paste_of_a_megabyte",
        "test_faults: test_a_flood_of_keys_and_a_great_paste_disturb_nobody",
    ),
    "terminals of all sorts in one server at once": (
        "test_door: test_all_sorts_of_terminals_at_the_same_time",
        "test_door: test_a_terminal_that_shows_no_screen_is_told_so",
    ),
    "clients that are killed": ("test_faults: test_a_killed_client_is_gone_soon",),
    "lines that are half open": ("test_abuse: test_a_line_that_swallows_everything_is_cut",),
    "clients that stop reading": (
        "test_faults: test_a_stopped_client_holds_little_and_paints_again",
        "test_abuse: test_a_reader_with_a_huge_window_who_never_reads",
    ),
    "an error or a hang ends its own session alone": (
        "test_door: test_the_exit_code_tells_of_a_crash_and_only_the_culprit_goes",
        "test_door: test_whoever_hangs_goes_and_all_others_stay",
    ),
    "a worker is killed: the others live, people are back, the log is whole": (
        "test_faults: test_a_worker_that_dies_takes_only_its_own_people_along",
        "test_killed_halls: test_a_worker_is_killed",
    ),
    "the whole hall is killed: all that was seen is there": (
        "test_killed_halls: test_house_and_workers_are_killed",
        "test_kills: test_what_was_shown_is_there_after_a_kill",
    ),
    "a hall that is asked to close says so and loses no seat": (
        "test_killed_halls: test_a_hall_that_is_asked_to_close_says_so_and_keeps_every_seat",
    ),
    "noise and nasty sequences, with a bound on memory": (
        "test_abuse: test_noise_and_nasty_sequences_harm_nobody",
        "test_faults: test_malformed_sequences_harm_nobody",
    ),
    "no shell, no files, no forwarding, no agent, no windows, no second session": (
        "test_door: test_nothing_else_is_done",
        "test_door: test_no_files_are_fetched",
        "test_door: test_nothing_is_forwarded",
        "test_abuse: test_neither_agent_nor_windows_are_carried",
        "test_faults: test_one_session_and_nothing_beside_it",
    ),
    "thousands of variables cost little": ("test_faults: test_a_client_that_only_sets_variables_costs_little",),
    "five hundred who say nothing, and who say nothing for long": (
        "test_limits: test_five_hundred_who_say_nothing",
        "test_limits: test_whoever_asks_for_nothing_is_out",
        "test_faults: test_a_client_that_says_nothing_is_out_after_a_while",
    ),
    "limits hold for all workers together": (
        "test_limits: test_the_porch_is_one_for_all_workers",
        "test_limits: test_from_one_address_four_stand_at_all_doors",
        "test_limits: test_in_a_minute_so_many_come_from_one_address",
        "test_limits: test_nobody_has_more_than_two_screens_in_all_workers",
        "test_limits: test_from_one_address_eight_screens_in_all_workers",
    ),
    "whoever sleeps is asked and sent home; nobody stays for ever": (
        "test_limits: test_whoever_does_nothing_is_asked_and_then_sent_home",
        "test_limits: test_nobody_stays_for_ever",
    ),
    "control characters of one reach no other, by the bytes": (
        "test_abuse: test_nobody_is_sent_what_others_wrote_in_control_characters",
    ),
    "of those who have gone nothing is left": (
        "test_abuse: test_of_those_who_have_gone_nothing_is_left",
        "test_faults: test_hundreds_come_and_go_and_leave_nothing",
    ),
    "what is printed is in the log, in whatever order people leave": (
        "test_faults: test_what_is_printed_is_in_the_log_whoever_came_first",
    ),
    "no ping is announced, the handshake is the strict one, all algorithms are strong": (
        "test_door: test_the_door_speaks_only_what_is_strong",
    ),
    "games that differ in a secret are the same bytes to whoever may not know it": (
        "test_wire_secrecy: test_what_is_done_and_drawn_in_secret",
        "test_wire_secrecy: test_how_the_rest_will_be_drawn",
        "test_wire_secrecy: test_what_others_say_and_ask_each_other",
        "test_screen_secrecy: test_what_is_done_and_drawn_in_secret",
        "test_secrecy: test_what_is_chosen_in_secret",
        "test_secrecy: test_what_is_drawn_in_secret",
    ),
}


def named() -> list[tuple[str, str]]:
    found = []
    for sentence, tests in COVERED.items():
        found += [(sentence, test) for test in tests]
    return found


@pytest.mark.parametrize(("sentence", "test"), named())
def test_somebody_looks_after_it(sentence: str, test: str) -> None:
    module, _, name = test.partition(": ")
    tree = ast.parse((HERE / f"{module}.py").read_text("utf-8"))
    names = {each.name for each in tree.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    assert name in names, f"nobody sees to it any more that {sentence}"
